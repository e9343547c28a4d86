// A stand-in for a GPU: runs the threads of a block as fibers of one CPU thread, for tests of kernels.
// Fibers change at barriers and exchanges alone, so what a kernel computes is the same on every run.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <ucontext.h>
#include <vector>

#define __global__
#define __device__
#define __launch_bounds__(...)
#define SHARED_MEMORY(name) unsigned char* name = on_cpu::memory.data()
#define LAUNCH(kernel, blocks, threads, bytes, stream, ...) \
    on_cpu::launch(blocks, threads, bytes, [=] { kernel(__VA_ARGS__); })

struct Dim { int x; };
inline Dim threadIdx, blockIdx, blockDim, gridDim;

// Half precision by its bits: round to nearest, ties to even.
struct __half { uint16_t bits; };
inline float __half2float(__half h) {
    const int exponent = h.bits >> 10 & 31, fraction = h.bits & 1023;
    float value = exponent == 0 ? std::ldexp((float)fraction, -24) : std::ldexp((float)(fraction + 1024), exponent - 25);
    if (exponent == 31) value = fraction ? NAN : INFINITY;
    return h.bits >> 15 ? -value : value;
}
inline __half __float2half(float f) {
    const uint16_t sign = std::signbit(f) ? 0x8000 : 0;
    f = std::fabs(f);
    if (std::isnan(f)) return {0x7e00};
    if (f >= 65520) return {(uint16_t)(sign | 0x7c00)};
    int exponent;
    std::frexp(f, &exponent);
    const int scale = std::max(exponent, -13) - 11;
    const int fraction = (int)std::nearbyint(std::ldexp(f, -scale));
    // A fraction that rounds up to 2,048 carries into the exponent.
    return {(uint16_t)(sign | (fraction < 1024 ? fraction : ((scale + 24) << 10) + fraction))};
}

struct float2 { float x, y; };
inline float2 make_float2(float x, float y) { return {x, y}; }
inline int __popc(unsigned bits) { return __builtin_popcount(bits); }
inline int __clz(unsigned bits) { return bits ? __builtin_clz(bits) : 32; }

namespace on_cpu {
enum class Wait { none, warp, block, end };
struct Fiber {
    ucontext_t context;
    std::vector<char> stack;
    Wait wait;
};
inline std::vector<unsigned char> memory;
inline std::vector<Fiber> fibers;
inline std::vector<double> exchanged;  // floats and votes alike
inline ucontext_t scheduler;
inline std::function<void()> body;

inline void wait(Wait what) {
    const int thread = threadIdx.x;
    fibers[thread].wait = what;
    swapcontext(&fibers[thread].context, &scheduler);
    threadIdx.x = thread;
}
inline void enter() {
    body();
    wait(Wait::end);
}
// Runs the threads of a warp until they wait for other warps or have ended.
inline void run_warp(int first, int last) {
    while (true) {
        for (int thread = first; thread < last; ++thread) {
            threadIdx.x = thread;
            swapcontext(&scheduler, &fibers[thread].context);
        }
        if (fibers[first].wait != Wait::warp) return;
    }
}
inline void launch(long blocks, int threads, size_t bytes, std::function<void()> work) {
    body = work;
    memory.assign(bytes + 16, 0xcd);
    fibers.resize(threads);
    exchanged.assign(threads, 0);
    gridDim.x = (int)blocks;
    blockDim.x = threads;
    for (long block = 0; block < blocks; ++block) {
        blockIdx.x = (int)block;
        for (Fiber& fiber : fibers) {
            fiber.stack.resize(1 << 16);
            getcontext(&fiber.context);
            fiber.context.uc_stack.ss_sp = fiber.stack.data();
            fiber.context.uc_stack.ss_size = fiber.stack.size();
            fiber.context.uc_link = nullptr;
            fiber.wait = Wait::none;
            makecontext(&fiber.context, enter, 0);
        }
        while (fibers[0].wait != Wait::end)
            for (int first = 0; first < threads; first += 32) run_warp(first, std::min(first + 32, threads));
    }
}
inline double exchange(double value, int from) {
    exchanged[threadIdx.x] = value;
    wait(Wait::warp);
    const double taken = exchanged[from];
    wait(Wait::warp);
    return taken;
}
}  // namespace on_cpu

inline void __syncthreads() { on_cpu::wait(on_cpu::Wait::block); }
inline float __shfl_sync(unsigned, float value, int lane) {
    return (float)on_cpu::exchange(value, (threadIdx.x & ~31) + lane);
}
inline float __shfl_up_sync(unsigned, float value, int step) {
    const int lane = threadIdx.x & 31;
    return (float)on_cpu::exchange(value, threadIdx.x - (lane >= step ? step : 0));
}
inline float __shfl_down_sync(unsigned, float value, int step) {
    const int lane = threadIdx.x & 31;
    return (float)on_cpu::exchange(value, threadIdx.x + (lane + step < 32 ? step : 0));
}
inline unsigned __ballot_sync(unsigned, bool vote) {
    on_cpu::exchanged[threadIdx.x] = vote;
    on_cpu::wait(on_cpu::Wait::warp);
    unsigned votes = 0;
    for (int lane = 0; lane < 32; ++lane) votes |= (unsigned)(on_cpu::exchanged[(threadIdx.x & ~31) + lane] > 0) << lane;
    on_cpu::wait(on_cpu::Wait::warp);
    return votes;
}

constexpr int cudaDevAttrMultiProcessorCount = 0, cudaFuncAttributeMaxDynamicSharedMemorySize = 0;
inline int cudaGetDevice(int* device) { return *device = 0; }
inline int cudaDeviceGetAttribute(int* count, int, int) { *count = 1; return 0; }
template <class Kernel> int cudaFuncSetAttribute(Kernel, int, size_t) { return 0; }
template <class Kernel> int cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* count, Kernel, int, size_t) { *count = 1; return 0; }
inline int cudaGetLastError() { return 0; }
