/* Showdowns on a river as solvers usually weigh them: one after the other, hand by hand, in double
   precision. What solving costs is told beside it, so that figures of machines can be compared. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CARDS = 47, MAX = 1081 };

typedef struct {
    uint16_t strength;
    uint8_t cards[2];
    float reach;
} Hand;

static uint32_t next_number(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static int by_strength(const void *one, const void *two) {
    return (int)((const Hand *)one)->strength - (int)((const Hand *)two)->strength;
}

/* Takes so many of all pairs of cards, and puts them in the order of their strengths. */
static void deal(Hand *hands, int count, uint32_t *state) {
    int left = MAX, taken = 0;
    for (int one = 0; one < CARDS; one++)
        for (int two = one + 1; two < CARDS; two++, left--)
            if ((int)(next_number(state) % (uint32_t)left) < count - taken) {
                Hand *hand = &hands[taken++];
                hand->strength = (uint16_t)(1 + next_number(state) % 180);
                hand->cards[0] = (uint8_t)one;
                hand->cards[1] = (uint8_t)two;
                hand->reach = (float)(next_number(state) % 1000) / 1000.0f;
            }
    qsort(hands, (size_t)count, sizeof *hands, by_strength);
}

typedef struct {
    double sum, cards[CARDS];
} Running;

static void add(Running *running, const Hand *hand) {
    double reach = hand->reach;
    running->sum += reach;
    running->cards[hand->cards[0]] += reach;
    running->cards[hand->cards[1]] += reach;
}

static double without(const Running *running, const Hand *hand) {
    return running->sum - running->cards[hand->cards[0]] - running->cards[hand->cards[1]];
}

/* Weighs so many showdowns of hands of two players, and returns something that depends on all of them. */
double walk(int own_count, int other_count, int rounds) {
    static Hand own[MAX], other[MAX];
    static float out[MAX];
    uint32_t state = 1;
    deal(own, own_count, &state);
    deal(other, other_count, &state);
    double all = 0;
    for (int round = 0; round < rounds; round++) {
        Running running;
        memset(&running, 0, sizeof running);
        for (int hand = 0, at = 0; hand < own_count; hand++) {
            while (at < other_count && other[at].strength < own[hand].strength)
                add(&running, &other[at++]);
            out[hand] = (float)without(&running, &own[hand]);
        }
        memset(&running, 0, sizeof running);
        for (int hand = own_count - 1, at = other_count - 1; hand >= 0; hand--) {
            while (at >= 0 && other[at].strength > own[hand].strength)
                add(&running, &other[at--]);
            out[hand] -= (float)without(&running, &own[hand]);
        }
        all += out[round % own_count];
        other[round % other_count].reach = 0.5f;
    }
    return all;
}
