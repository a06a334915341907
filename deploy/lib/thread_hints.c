// Tells Thread Sanitizer of what it cannot see in Swift's own libraries, which were built without it. deploy/test-threads
// loads this library before the tests. Each function below stands in front of one of the same name in Swift 6.3, and calls
// that one.
//
// A Mutex. One that is free is taken and given back by inlined atomics, which the sanitizer sees. One that another thread
// holds is taken and given back by two functions of libswiftSynchronization: every contended Mutex would be called a race.
//
// A continuation. The runtime tells the sanitizer that a continuation is resumed, under the task's address. The task takes
// notice of that when it is run again, and not when it was resumed before it began to wait: then what it was given would be
// called a race. The first thing that compiled code does after the wait is to give the call's memory back, and there the
// task takes notice now. What a task itself goes on from is all that can be under its address, so no true race is hidden.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// Synchronization._MutexHandle._lockSlow(Swift.UInt32) -> () and ._unlockSlow() -> ()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define DEALLOC "swift_task_dealloc"

#define SWIFT_CALL __attribute__((swiftcall))
#define MUTEX __attribute__((swift_context)) void *mutex

typedef SWIFT_CALL void Lock(uint32_t thread, MUTEX);
typedef SWIFT_CALL void Unlock(MUTEX);
typedef SWIFT_CALL void Dealloc(void *memory);

static Lock *realLock;
static Unlock *realUnlock;
static Dealloc *realDealloc;

__attribute__((constructor)) static void findRealFunctions(void) {
    realLock = (Lock *)dlsym(RTLD_NEXT, LOCK);
    realUnlock = (Unlock *)dlsym(RTLD_NEXT, UNLOCK);
    realDealloc = (Dealloc *)dlsym(RTLD_NEXT, DEALLOC);
}

// Missing in programs without the sanitizer or without Swift, which tests start.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));
extern SWIFT_CALL void *swift_task_getCurrent(void) __attribute__((weak));

SWIFT_CALL void lockSlow(uint32_t thread, MUTEX) __asm__(LOCK);
SWIFT_CALL void unlockSlow(MUTEX) __asm__(UNLOCK);
SWIFT_CALL void taskDealloc(void *memory) __asm__(DEALLOC);

SWIFT_CALL void lockSlow(uint32_t thread, MUTEX) {
    realLock(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT_CALL void unlockSlow(MUTEX) {
    if (__tsan_release) __tsan_release(mutex);
    realUnlock(mutex);
}

SWIFT_CALL void taskDealloc(void *memory) {
    void *task = swift_task_getCurrent ? swift_task_getCurrent() : 0;
    if (task && __tsan_acquire) __tsan_acquire(task);
    realDealloc(memory);
}
