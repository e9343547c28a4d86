// Rivers of heads-up hold'em, solved exactly: one block of threads solves one game in one launch.
//
// A game has a board, two ranges and a betting tree. The 1,081 hands that share no card with the board
// are sorted by strength, and each thread keeps two neighbours. The tree is walked depth first, in step
// by all threads; only terminals need other threads' hands: there the opponent's reaches are summed
// over the order of strength, and for each card over the hands that hold it, so that a hand finds
// what it beats in two look-ups for the whole range and two for each of its cards.
//
// Built by `build.py` as a library with a C interface; memory belongs to the caller.

#include <cstdint>
#ifdef __CUDACC__
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#define SHARED_MEMORY(name) extern __shared__ __align__(16) unsigned char name[]
#define LAUNCH(kernel, blocks, threads, bytes, stream, ...) \
    kernel<<<blocks, threads, bytes, (cudaStream_t)(stream)>>>(__VA_ARGS__)
#else
#include "on_cpu.h"  // the same code, thread by thread, for tests where there is no GPU
#endif

constexpr int kHands = 1081;
constexpr int kThreads = 544;  // two hands each
constexpr int kRow = 2 * kThreads;
constexpr int kWarps = kThreads / 32;
constexpr int kCards = 52;
constexpr int kHolding = 46;  // live hands that hold a live card
constexpr int kDepth = 7;
constexpr int kActions = 4;
constexpr uint16_t kNobody = 0xffff;  // the holders of a card of the board
constexpr unsigned kAll = 0xffffffffu;

enum Kind : int { kDecision = 0, kShowdown = 1, kFold = 2 };

// One node of a tree in preorder. `player` acts, or has won where the other folded; the call comes next after a fold.
struct Node {
    int kind, player, depth, action;
    int actions, last, column, parent;
    float pot, put[2];
    float unused;
};

// What all hands of a block share.
struct Shared {
    float2 reach[kRow];
    float2 below[kRow + 1];                   // reach of all weaker hands, in order of strength
    float2 card_below[kCards][kHolding + 2];  // the same among the hands with a card
    uint16_t holders[kCards][kHolding];
    float2 warp_sums[32];
    float block_sums[32];
};

// Where a hand stands in the order: the limits of the hands that tie with it.
struct Place {
    int low, high;
    int card[2], card_low[2], card_high[2];
};

__device__ inline float scan_warp(float value, int lane) {
    for (int step = 1; step < 32; step *= 2) {
        float other = __shfl_up_sync(kAll, value, step);
        if (lane >= step) value += other;
    }
    return value;
}

__device__ inline float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ inline float2 operator-(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }

// Scans two rows of reaches side by side, or the first alone.
template <int rows>
__device__ inline float2 scan_warp(float2 value, int lane) {
    return make_float2(scan_warp(value.x, lane), rows == 2 ? scan_warp(value.y, lane) : 0.f);
}

// Sums reaches (of two hands a thread, in order of strength) into `shared.below` and `shared.card_below`.
template <int rows>
__device__ void sum_below(Shared& shared, const float2 reaches[2]) {
    const int thread = threadIdx.x, lane = thread & 31, warp = thread >> 5;
    shared.reach[2 * thread] = reaches[0];
    shared.reach[2 * thread + 1] = reaches[1];
    const float2 pair = reaches[0] + reaches[1];
    const float2 scanned = scan_warp<rows>(pair, lane);
    if (lane == 31) shared.warp_sums[warp] = scanned;
    __syncthreads();  // the last sums have been read; reaches are written
    const float2 nothing = make_float2(0, 0);
    const float2 through = scan_warp<rows>(lane < kWarps ? shared.warp_sums[lane] : nothing, lane);
    const int last = warp > 0 ? warp - 1 : 0;
    const float2 before = make_float2(__shfl_sync(kAll, through.x, last), rows == 2 ? __shfl_sync(kAll, through.y, last) : 0);
    const float2 start = (warp > 0 ? before : nothing) + scanned - pair;
    shared.below[2 * thread] = start;
    shared.below[2 * thread + 1] = start + reaches[0];
    if (thread == kThreads - 1) shared.below[kRow] = start + pair;
    for (int card = warp; card < kCards; card += kWarps) {
        if (shared.holders[card][0] == kNobody) continue;
        float2 first = nothing, second = nothing;
        if (2 * lane < kHolding) {
            first = shared.reach[shared.holders[card][2 * lane]];
            second = shared.reach[shared.holders[card][2 * lane + 1]];
        }
        const float2 sum = scan_warp<rows>(first + second, lane);
        if (2 * lane < kHolding) {
            shared.card_below[card][2 * lane] = sum - first - second;
            shared.card_below[card][2 * lane + 1] = sum - second;
        }
        if (lane == kHolding / 2) shared.card_below[card][kHolding] = sum;
    }
    __syncthreads();
}

// What a hand beats, what beats it, and what it can meet at all, of the first row or the second.
template <int row>
__device__ inline float take(float2 pair) { return row == 0 ? pair.x : pair.y; }

template <int row>
__device__ inline float beaten(const Shared& shared, const Place& place) {
    return take<row>(shared.below[place.low]) - take<row>(shared.card_below[place.card[0]][place.card_low[0]]) -
           take<row>(shared.card_below[place.card[1]][place.card_low[1]]);
}

template <int row>
__device__ inline float beating(const Shared& shared, const Place& place) {
    float sum = take<row>(shared.below[kRow]) - take<row>(shared.below[place.high]);
    for (int k = 0; k < 2; ++k) {
        const float2* holders = shared.card_below[place.card[k]];
        sum -= take<row>(holders[kHolding]) - take<row>(holders[place.card_high[k]]);
    }
    return sum;
}

template <int row>
__device__ inline float compatible(const Shared& shared, const Place& place, float own) {
    return take<row>(shared.below[kRow]) - take<row>(shared.card_below[place.card[0]][kHolding]) -
           take<row>(shared.card_below[place.card[1]][kHolding]) + own;
}

// Lists the hands that hold each card and finds the places of this thread's two hands.
__device__ void find_places(Shared& shared, const uint8_t* first_cards, const uint8_t* second_cards,
                            const uint16_t* lows, const uint16_t* highs, Place places[2]) {
    const int thread = threadIdx.x, lane = thread & 31, warp = thread >> 5;
    for (int card = warp; card < kCards; card += kWarps) {
        int count = 0;
        for (int start = 0; start < kHands; start += 32) {
            const int hand = start + lane;
            const bool holds = hand < kHands && (first_cards[hand] == card || second_cards[hand] == card);
            const unsigned found = __ballot_sync(kAll, holds);
            if (holds) shared.holders[card][count + __popc(found & ((1u << lane) - 1))] = hand;
            count += __popc(found);
        }
        if (count == 0) {
            if (lane == 0) shared.holders[card][0] = kNobody;
            for (int j = lane; j < kHolding + 2; j += 32) shared.card_below[card][j] = make_float2(0, 0);
        }
    }
    __syncthreads();
    for (int k = 0; k < 2; ++k) {
        const int hand = 2 * thread + k;
        Place& place = places[k];
        if (hand >= kHands) {
            place = Place{};
            continue;
        }
        place.low = lows[hand];
        place.high = highs[hand];
        place.card[0] = first_cards[hand];
        place.card[1] = second_cards[hand];
        for (int c = 0; c < 2; ++c) {
            int low = 0, high = 0;
            for (int j = 0; j < kHolding; ++j) {
                const int other = shared.holders[place.card[c]][j];
                low += other < place.low;
                high += other < place.high;
            }
            place.card_low[c] = low;
            place.card_high[c] = high;
        }
    }
    __syncthreads();
}

enum Mode : int { kTrain = 0, kAverage = 1, kRespond = 2 };

struct Game {
    const Node* nodes;
    int node_count;
    float* regrets;  // column by column, `kRow` each
    float* sums;
};

__device__ inline float2 load(const float* column) {
    return reinterpret_cast<const float2*>(column)[threadIdx.x];
}
__device__ inline void store(float* column, float2 value) {
    reinterpret_cast<float2*>(column)[threadIdx.x] = value;
}

// Walks the tree once for `me` and returns the values of this thread's hands at the root.
template <int mode>
__device__ void walk(Shared& shared, const Game& game, const Place places[2], const float own[2],
                     const float other[2], int me, float positive, float negative, float faded,
                     float out[2]) {
    float mine[kDepth][2], theirs[kDepth][2], total[kDepth][2];
    float share[kDepth][kActions][2], value_of[kDepth][kActions][2];
    for (int i = 0; i < game.node_count; ++i) {
        const Node* node = game.nodes + i;
        int depth = node->depth;
        if (depth == 0) {
            for (int k = 0; k < 2; ++k) mine[0][k] = own[k], theirs[0][k] = other[k];
        } else {
            const bool is_mine = game.nodes[node->parent].player == me;
            for (int k = 0; k < 2; ++k) {
                const float part = share[depth - 1][node->action][k];
                mine[depth][k] = is_mine ? mine[depth - 1][k] * part : mine[depth - 1][k];
                theirs[depth][k] = is_mine ? theirs[depth - 1][k] : theirs[depth - 1][k] * part;
            }
        }
        if (node->kind == kDecision) {
            const int count = node->actions;
            const float* columns = (mode == kTrain ? game.regrets : game.sums) + node->column * kRow;
            float sum[2] = {0, 0};
            for (int a = 0; a < count; ++a) {
                const float2 pair = load(columns + a * kRow);
                sum[0] += share[depth][a][0] = fmaxf(pair.x, 0.f);
                sum[1] += share[depth][a][1] = fmaxf(pair.y, 0.f);
            }
            for (int k = 0; k < 2; ++k) {
                const float scale = sum[k] > 0 ? 1 / sum[k] : 0;
                for (int a = 0; a < count; ++a)
                    share[depth][a][k] = sum[k] > 0 ? share[depth][a][k] * scale : 1.f / count;
                total[depth][k] = mode == kRespond && node->player == me ? -1e30f : 0;
            }
            continue;
        }
        float value[2];
        if (node->kind == kFold) {
            // The call comes next. Where `me` decides, both meet the same hands; else both are summed at once.
            const Node* call = node + 1;
            const bool is_mine = node->player != me;
            float2 reaches[2];
            for (int k = 0; k < 2; ++k) {
                const float before = theirs[depth - 1][k];
                reaches[k] = is_mine ? make_float2(before, 0)
                                     : make_float2(before * share[depth - 1][call->action][k], before * share[depth - 1][node->action][k]);
            }
            if (is_mine) sum_below<1>(shared, reaches); else sum_below<2>(shared, reaches);
            const float won = node->player == me ? node->pot - node->put[me] : -node->put[me];
            for (int k = 0; k < 2; ++k) {
                const Place& place = places[k];
                const float mass = compatible<0>(shared, place, reaches[k].x);
                const float folded = is_mine ? mass : compatible<1>(shared, place, reaches[k].y);
                const float value_of_fold = folded * won;
                if (!is_mine) {
                    total[depth - 1][k] += value_of_fold;
                } else if (mode == kRespond) {
                    total[depth - 1][k] = fmaxf(total[depth - 1][k], value_of_fold);
                } else {
                    value_of[depth - 1][node->action][k] = value_of_fold;
                    total[depth - 1][k] += share[depth - 1][node->action][k] * value_of_fold;
                }
                const float margin = beaten<0>(shared, place) - beating<0>(shared, place);
                value[k] = margin * (call->pot / 2) + mass * (call->pot / 2 - call->put[me]);
            }
            node = call;
            i += 1;
        } else {
            const float2 reaches[2] = {make_float2(theirs[depth][0], 0), make_float2(theirs[depth][1], 0)};
            sum_below<1>(shared, reaches);
            for (int k = 0; k < 2; ++k) {
                const float mass = compatible<0>(shared, places[k], reaches[k].x);
                const float margin = beaten<0>(shared, places[k]) - beating<0>(shared, places[k]);
                value[k] = margin * (node->pot / 2) + mass * (node->pot / 2 - node->put[me]);
            }
        }
        // Back to the first ancestor that has actions left.
        while (depth > 0) {
            const Node* parent = game.nodes + node->parent;
            const int action = node->action;
            depth -= 1;
            for (int k = 0; k < 2; ++k) {
                if (parent->player != me) {
                    total[depth][k] += value[k];
                } else if (mode == kRespond) {
                    total[depth][k] = fmaxf(total[depth][k], value[k]);
                } else {
                    value_of[depth][action][k] = value[k];
                    total[depth][k] += share[depth][action][k] * value[k];
                }
            }
            if (!node->last) break;
            if (mode == kTrain && parent->player == me) {
                for (int a = 0; a < parent->actions; ++a) {
                    float* regrets = game.regrets + (parent->column + a) * kRow;
                    float* sums = game.sums + (parent->column + a) * kRow;
                    float2 r = load(regrets), s = load(sums);
                    r.x = r.x * (r.x > 0 ? positive : negative) + value_of[depth][a][0] - total[depth][0];
                    r.y = r.y * (r.y > 0 ? positive : negative) + value_of[depth][a][1] - total[depth][1];
                    s.x = s.x * faded + mine[depth][0] * share[depth][a][0];
                    s.y = s.y * faded + mine[depth][1] * share[depth][a][1];
                    store(regrets, r);
                    store(sums, s);
                }
            }
            value[0] = total[depth][0];
            value[1] = total[depth][1];
            node = parent;
        }
        if (depth == 0 && i == game.node_count - 1) out[0] = value[0], out[1] = value[1];
    }
}

__device__ float sum_block(Shared& shared, float value) {
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(kAll, value, step);
    __syncthreads();
    if (lane == 0) shared.block_sums[warp] = value;
    __syncthreads();
    float sum = 0;
    for (int w = 0; w < kWarps; ++w) sum += shared.block_sums[w];
    __syncthreads();
    return sum;
}

// Solves `games` games. Arrays with a row for each game: cards and limits of ties of the hands in order of
// strength, ranges (scaled so that the mean hand has 1), the number of its tree. Writes values in pots less one half,
// and how much a best response gains, as a share of the pot.
#ifndef BLOCKS
#define BLOCKS 2
#endif
__global__ void __launch_bounds__(kThreads, BLOCKS)
solve_kernel(int games, int iterations, const uint8_t* first_cards, const uint8_t* second_cards, const uint16_t* lows,
             const uint16_t* highs, const __half* ranges, const int* tree_of, const Node* trees, const int* node_counts,
             int tree_room, float* scratch, long columns, __half* values, float* exploitability, int respond, float alpha, float negative, float gamma) {
    SHARED_MEMORY(memory);
    Shared& shared = *reinterpret_cast<Shared*>(memory);
    Game game;
    game.regrets = scratch + 2l * blockIdx.x * columns * kRow;
    game.sums = game.regrets + columns * kRow;
    const int thread = threadIdx.x;
    for (int g = blockIdx.x; g < games; g += gridDim.x) {
        __syncthreads();
        Place places[2];
        find_places(shared, first_cards + (long)g * kHands, second_cards + (long)g * kHands, lows + (long)g * kHands,
                    highs + (long)g * kHands, places);
        const int tree = tree_of[g];
        game.nodes = trees + (long)tree * tree_room;
        game.node_count = node_counts[tree];
        float range[2][2];
        for (int p = 0; p < 2; ++p) {
            float sum = 0;
            for (int k = 0; k < 2; ++k) {
                const int hand = 2 * thread + k;
                range[p][k] = hand < kHands ? __half2float(ranges[((long)g * 2 + p) * kHands + hand]) : 0;
                sum += range[p][k];
            }
            sum = sum_block(shared, sum);
            for (int k = 0; k < 2; ++k) range[p][k] /= sum;
        }
        for (long c = 0; c < 2 * columns; ++c) store(game.regrets + c * kRow, make_float2(0, 0));
        float result[2];
        for (int t = 1; t <= iterations; ++t) {
            const float weight = powf(t - 1, alpha);
            const float positive = weight / (weight + 1);
            const float faded = powf((float)(t - 1) / t, gamma);
            for (int me = 0; me < 2; ++me)
                walk<kTrain>(shared, game, places, range[me], range[1 - me], me, positive, negative, faded, result);
        }
        float gain = 0, mass_of_game = 0;
        for (int me = 0; me < 2; ++me) {
            const float2 reaches[2] = {make_float2(range[1 - me][0], 0), make_float2(range[1 - me][1], 0)};
            sum_below<1>(shared, reaches);
            float mass[2];
            for (int k = 0; k < 2; ++k) mass[k] = compatible<0>(shared, places[k], reaches[k].x);
                walk<kAverage>(shared, game, places, range[me], range[1 - me], me, 0, 0, 0, result);
            for (int k = 0; k < 2; ++k) {
                const int hand = 2 * thread + k;
                if (hand < kHands) {
                    const float value = mass[k] > 1e-7f ? result[k] / mass[k] - .5f : 0;
                    values[((long)g * 2 + me) * kHands + hand] = __float2half(value);
                }
            }
            if (respond) {
                mass_of_game = sum_block(shared, range[me][0] * mass[0] + range[me][1] * mass[1]);
                walk<kRespond>(shared, game, places, range[me], range[1 - me], me, 0, 0, 0, result);
                gain += sum_block(shared, range[me][0] * result[0] + range[me][1] * result[1]);
            }
        }
        if (respond && thread == 0) exploitability[g] = (gain / mass_of_game - 1) / 2;
    }
}

// The strength of seven cards, larger being better: kind, then ranks that make it, then kickers.
__device__ inline unsigned top(unsigned mask, int count) {
    while (__popc(mask) > count) mask &= mask - 1;
    return mask;
}
__device__ inline unsigned straight(unsigned mask) {
    const unsigned wheel = (mask << 1) | (mask >> 12 & 1);
    const unsigned five = wheel & wheel << 1 & wheel << 2 & wheel << 3 & wheel << 4;
    return five ? 31 - __clz(five) : 0;
}
__device__ unsigned strength(const unsigned suits[4]) {
    const unsigned a = suits[0], b = suits[1], c = suits[2], d = suits[3];
    const unsigned any = a | b | c | d;
    const unsigned two = (a & b) | (a & c) | (a & d) | (b & c) | (b & d) | (c & d);
    const unsigned three = (a & b & c) | (a & b & d) | (a & c & d) | (b & c & d);
    const unsigned four = a & b & c & d;
    for (int s = 0; s < 4; ++s)
        if (__popc(suits[s]) >= 5 && straight(suits[s])) return 8u << 26 | straight(suits[s]);
    if (four) return 7u << 26 | four << 13 | top(any & ~four, 1);
    if (three) {
        const unsigned trips = top(three, 1), pair = top(two & ~trips, 1);
        if (pair) return 6u << 26 | trips << 13 | pair;
    }
    for (int s = 0; s < 4; ++s)
        if (__popc(suits[s]) >= 5) return 5u << 26 | top(suits[s], 5);
    if (straight(any)) return 4u << 26 | straight(any);
    if (three) return 3u << 26 | three << 13 | top(any & ~three, 2);
    if (__popc(two) >= 2) {
        const unsigned pairs = top(two, 2);
        return 2u << 26 | pairs << 13 | top(any & ~pairs, 1);
    }
    if (two) return 1u << 26 | two << 13 | top(any & ~two, 3);
    return top(any, 5);
}

// Strengths of all 1,326 hands on each board; 0 for a hand with a card of the board.
__global__ void strength_kernel(int games, const uint8_t* boards, int board_cards, const uint8_t* pairs, int* strengths) {
    const long i = (long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= games * 1326l) return;
    const uint8_t* board = boards + i / 1326 * board_cards;
    const int first = pairs[2 * (i % 1326)], second = pairs[2 * (i % 1326) + 1];
    unsigned suits[4] = {0, 0, 0, 0};
    bool dead = false;
    for (int k = 0; k < board_cards; ++k) {
        suits[board[k] & 3] |= 1u << (board[k] >> 2);
        dead |= board[k] == first || board[k] == second;
    }
    suits[first & 3] |= 1u << (first >> 2);
    suits[second & 3] |= 1u << (second >> 2);
    strengths[i] = dead ? 0 : strength(suits) + 1;
}

// Inputs of the river net (see `nets.py`). Rows of samples are chosen by `picked`.
constexpr int kBins = 128;
constexpr int kTokens = 6;
constexpr int kBands = 12;
constexpr int kFeatures = 8 + kBands;

struct Wide {
    Shared shared;
    float mixed[kRow + 1];
    float sums[2][kRow + 1];
    int edges[kBands + 1];
    uint8_t card_edges[kCards][kBands + 1];
    float at_edge[2][kBins + 1];
};

__global__ void __launch_bounds__(kThreads)
feature_kernel(int games, const long* picked, const uint8_t* first_cards, const uint8_t* second_cards, const uint16_t* lows,
               const uint16_t* highs, const __half* ranges, __half* tokens, __half* features, __half* positions,
               float* weights) {
    SHARED_MEMORY(memory);
    Wide& wide = *reinterpret_cast<Wide*>(memory);
    Shared& shared = wide.shared;
    const int thread = threadIdx.x;
    const float cuts[kBands + 1] = {0, .15f, .3f, .45f, .6f, .7f, .8f, .87f, .92f, .96f, .985f, .995f, 2.f};
    for (int g = blockIdx.x; g < games; g += gridDim.x) {
        __syncthreads();
        const long row = picked[g];
        const uint16_t* low_row = lows + row * kHands;
        const uint16_t* high_row = highs + row * kHands;
        Place places[2];
        find_places(shared, first_cards + row * kHands, second_cards + row * kHands, low_row, high_row, places);
        float range[2][2];
        for (int p = 0; p < 2; ++p) {
            float sum = 0;
            for (int k = 0; k < 2; ++k) {
                const int hand = 2 * thread + k;
                range[p][k] = hand < kHands ? __half2float(ranges[(row * 2 + p) * kHands + hand]) : 0;
                sum += range[p][k];
            }
            sum = sum_block(shared, sum);
            for (int k = 0; k < 2; ++k) range[p][k] /= sum;
        }
        // Sums of both ranges, and of their mean.
        float mix[2] = {(range[0][0] + range[1][0]) / 2, (range[0][1] + range[1][1]) / 2};
        for (int which = 0; which < 3; ++which) {
            const float* row = which == 2 ? mix : range[which];
            const float2 reaches[2] = {make_float2(row[0], 0), make_float2(row[1], 0)};
            sum_below<1>(shared, reaches);
            float* into = which == 2 ? wide.mixed : wide.sums[which];
            into[2 * thread] = shared.below[2 * thread].x;
            into[2 * thread + 1] = shared.below[2 * thread + 1].x;
            if (thread == 0) into[kRow] = shared.below[kRow].x;
        }
        __syncthreads();
        // Tokens: both ranges over bins of the mixed range, finer at the top.
        for (int e = thread; e <= kBins; e += kThreads) {
            const float edge = 1 - powf(1 - (float)e / kBins, 1.5f);
            int low = 0, high = kHands - 1;  // the first hand at whose end the mixed range has reached the edge
            while (low < high) {
                const int middle = (low + high) / 2;
                if (wide.mixed[middle + 1] >= edge) high = middle; else low = middle + 1;
            }
            const int from = low_row[low], to = high_row[low];
            const float group = wide.mixed[to] - wide.mixed[from];
            const float part = group > 1e-9f ? fminf(fmaxf((edge - wide.mixed[from]) / group, 0.f), 1.f) : 0;
            for (int p = 0; p < 2; ++p)
                wide.at_edge[p][e] = wide.sums[p][from] + part * (wide.sums[p][to] - wide.sums[p][from]);
        }
        __syncthreads();
        for (int b = thread; b < kBins; b += kThreads) {
            const float from = 1 - powf(1 - (float)b / kBins, 1.5f), to = 1 - powf(1 - (float)(b + 1) / kBins, 1.5f);
            const float width = to - from, middle = (from + to) / 2;
            int low = 0, high = kHands - 1;
            while (low < high) {
                const int at = (low + high) / 2;
                if (wide.mixed[at + 1] >= middle) high = at; else low = at + 1;
            }
            const float group = wide.mixed[high_row[low]] - wide.mixed[low_row[low]];
            __half* token = tokens + ((long)g * kBins + b) * kTokens;
            for (int p = 0; p < 2; ++p) {
                const float first = wide.at_edge[p][b], second = wide.at_edge[p][b + 1];
                token[p] = __float2half((second - first) / width - 1);
                token[2 + p] = __float2half(((first + second) / 2 - middle) * 3);
            }
            token[4] = __float2half(log1pf(fminf(group * 100, 100.f)));
            token[5] = __float2half(middle * 2 - 1);
        }
        // Hands: equity and what their own cards take from the opponent's range.
        float total = 0, weight[2][2];
        for (int p = 0; p < 2; ++p) {
            const int o = 1 - p;
            const float2 reaches[2] = {make_float2(range[o][0], 0), make_float2(range[o][1], 0)};
            sum_below<1>(shared, reaches);
                // Bands of the opponent's range, by its own quantile: limits in the order, and in that of each card.
            for (int e = thread; e <= kBands; e += kThreads) {
                int low = 0, high = kHands;  // the first hand whose quantile has reached the cut
                while (low < high) {
                    const int at = (low + high) / 2;
                    const float quantile = (wide.sums[o][low_row[at]] + wide.sums[o][high_row[at]]) / 2;
                    if (quantile >= cuts[e]) high = at; else low = at + 1;
                }
                wide.edges[e] = low;
            }
            __syncthreads();
            for (int j = thread; j < kCards * (kBands + 1); j += kThreads) {
                const int card = j / (kBands + 1), e = j % (kBands + 1);
                if (shared.holders[card][0] == kNobody) continue;
                int count = 0;
                for (int h = 0; h < kHolding; ++h) count += shared.holders[card][h] < wide.edges[e];
                wide.card_edges[card][e] = count;
            }
            __syncthreads();
            for (int k = 0; k < 2; ++k) {
                const int hand = 2 * thread + k;
                weight[p][k] = 0;
                if (hand >= kHands) continue;
                const Place& place = places[k];
                const float mass = compatible<0>(shared, place, range[o][k]), scale = 1 / fmaxf(mass, 1e-7f);
                const float win = beaten<0>(shared, place) * scale;
                const float lose = beating<0>(shared, place) * scale;
                const float tie = 1 - win - lose, equity = win + tie / 2;
                const float own = (wide.sums[p][place.low] + wide.sums[p][place.high]) / 2;
                const float theirs = (wide.sums[o][place.low] + wide.sums[o][place.high]) / 2;
                const float plain = (place.low + place.high) / (2.f * kHands);
                __half* feature = features + (((long)g * 2 + p) * kHands + hand) * kFeatures;
                feature[0] = __float2half(equity * 2 - 1);
                feature[1] = __float2half(win * 2 - 1);
                feature[2] = __float2half(tie * 3);
                feature[3] = __float2half((1 - mass) * 5);
                feature[4] = __float2half(own * 2 - 1);
                feature[5] = __float2half(theirs * 2 - 1);
                feature[6] = __float2half(plain * 2 - 1);
                feature[7] = __float2half((equity - theirs) * 8);
                for (int b = 0; b < kBands; ++b) {
                    const int from = wide.edges[b], to = wide.edges[b + 1];
                    const float all = wide.sums[o][to] - wide.sums[o][from];
                    float left = all;
                    for (int c = 0; c < 2; ++c) {
                        const int card = place.card[c];
                        left -= shared.card_below[card][wide.card_edges[card][b + 1]].x -
                                shared.card_below[card][wide.card_edges[card][b]].x;
                    }
                    if (hand >= from && hand < to) left += range[o][k];
                    feature[8 + b] = __float2half((left * scale - all) * 8);
                }
                weight[p][k] = range[p][k] * mass;
                total += weight[p][k];
                if (p == 0) {
                    const float quantile = (wide.mixed[place.low] + wide.mixed[place.high]) / 2;
                    const float position = (1 - powf(fmaxf(1 - quantile, 0.f), 1 / 1.5f)) * kBins;
                    positions[(long)g * kHands + hand] = __float2half(position);
                }
            }
            __syncthreads();
        }
        total = sum_block(shared, total);
        for (int p = 0; p < 2; ++p)
            for (int k = 0; k < 2; ++k) {
                const int hand = 2 * thread + k;
                if (hand < kHands) weights[((long)g * 2 + p) * kHands + hand] = weight[p][k] / total;
            }
    }
}

#define EXPORT extern "C" __attribute__((visibility("default")))

// How many blocks run at a time, each of which needs room for `2 * columns * 1088` floats.
EXPORT int blocks_at_once() {
    int device, processors, each;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    cudaFuncSetAttribute(solve_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Shared));
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, solve_kernel, kThreads, sizeof(Shared));
    return processors * each;
}

EXPORT int solve(int blocks, int games, int iterations, const void* first_cards, const void* second_cards, const void* lows,
                 const void* highs, const void* ranges, const void* tree_of, const void* trees, const void* node_counts,
                 int tree_room, void* scratch, long columns, void* values, void* exploitability, int respond,
                 float alpha, float negative, float gamma, void* stream) {
    cudaFuncSetAttribute(solve_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Shared));
    LAUNCH(solve_kernel, blocks, kThreads, sizeof(Shared), stream, games, iterations, (const uint8_t*)first_cards,
           (const uint8_t*)second_cards, (const uint16_t*)lows, (const uint16_t*)highs, (const __half*)ranges,
           (const int*)tree_of, (const Node*)trees, (const int*)node_counts, tree_room, (float*)scratch, columns,
           (__half*)values, (float*)exploitability, respond, alpha, negative, gamma);
    return cudaGetLastError();
}

EXPORT int find_strengths(int games, const void* boards, int board_cards, const void* pairs, void* strengths, void* stream) {
    const long count = games * 1326l;
    LAUNCH(strength_kernel, (count + 255) / 256, 256, 0, stream, games, (const uint8_t*)boards, board_cards,
           (const uint8_t*)pairs, (int*)strengths);
    return cudaGetLastError();
}

EXPORT int find_features(int blocks, int games, const void* picked, const void* first_cards, const void* second_cards,
                         const void* lows, const void* highs, const void* ranges, void* tokens, void* features,
                         void* positions, void* weights, void* stream) {
    cudaFuncSetAttribute(feature_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Wide));
    LAUNCH(feature_kernel, blocks, kThreads, sizeof(Wide), stream, games, (const long*)picked,
           (const uint8_t*)first_cards, (const uint8_t*)second_cards, (const uint16_t*)lows, (const uint16_t*)highs,
           (const __half*)ranges, (__half*)tokens, (__half*)features, (__half*)positions, (float*)weights);
    return cudaGetLastError();
}
