// SPDX-License-Identifier: ISC
// rust.rs - a Rust program to profile: random words pass stages, are sorted and summed up; queens are counted.
//
// It stands on `core` alone, calls C (host.c) and is called back by it. rust.s is what rustc makes of it: regenerate.sh.
#![no_std]
#![no_main]
use core::ffi::c_void;
use core::fmt::{self, Write};

extern "C" {
    fn host_put(text: *const u8, bytes: usize);
    fn host_visit(words: *const u32, n: usize, each: extern "C" fn(*mut c_void, u32), context: *mut c_void);
}

mod stages {
    /// Keeps the last N of what it is given.
    pub struct Ring<T, const N: usize> {
        at: [T; N],
        n: usize,
    }

    impl<T: Copy + Default + Into<u32>, const N: usize> Ring<T, N> {
        pub fn new() -> Self {
            Ring { at: [T::default(); N], n: 0 }
        }

        pub fn put(&mut self, x: T) {
            self.at[self.n % N] = x;
            self.n += 1;
        }

        pub fn sum(&self) -> u32 {
            self.at.iter().map(|&x| x.into()).fold(0, u32::wrapping_add)
        }
    }

    pub trait Stage {
        fn feed(&mut self, x: u32) -> u32;
    }

    pub struct Smooth(pub Ring<u16, 8>);
    pub struct Scale<T>(pub T);
    pub struct Echo<T, const N: usize>(pub Ring<T, N>);

    impl Stage for Smooth {
        fn feed(&mut self, x: u32) -> u32 {
            self.0.put(x as u16);
            x ^ self.0.sum()
        }
    }

    impl<T: Copy + Into<u32>> Stage for Scale<T> {
        fn feed(&mut self, x: u32) -> u32 {
            x.wrapping_mul(self.0.into()).rotate_left(7)
        }
    }

    impl<const N: usize> Stage for Echo<u32, N> {
        fn feed(&mut self, x: u32) -> u32 {
            self.0.put(x);
            self.0.sum()
        }
    }
}

/// A linear congruential generator; its upper half is a word.
struct Random(u64);

impl Iterator for Random {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        Some((self.0 >> 32) as u32)
    }
}

/// Recursive quicksort by what `key` says of an element.
fn sort_by<T: Copy, K: PartialOrd, F: Fn(&T) -> K + Copy>(all: &mut [T], key: F) {
    let Some(pivot) = all.get(all.len() / 2).map(key) else { return };
    let (mut below, mut end, mut i) = (0, all.len(), 0);
    while i < end {
        let k = key(&all[i]);
        if k < pivot {
            all.swap(i, below);
            below += 1;
            i += 1;
        } else if k > pivot {
            end -= 1;
            all.swap(i, end);
        } else {
            i += 1;
        }
    }
    sort_by(&mut all[..below], key);
    sort_by(&mut all[end..], key);
}

/// In how many ways can queens stand in the free columns of the rows left; diagonals are bits.
fn queens(free: u32, left: u32, right: u32) -> u32 {
    if free == 0 {
        return 1;
    }
    let mut at = free & !left & !right;
    let next = || {
        let bit = at & at.wrapping_neg();
        at ^= bit;
        (bit != 0).then_some(bit)
    };
    core::iter::from_fn(next).map(|bit| queens(free ^ bit, (left | bit) << 1, (right | bit) >> 1)).sum()
}

/// C knows functions with a context; a closure becomes one.
fn visit<F: FnMut(u32)>(words: &[u32], mut each: F) {
    extern "C" fn call<F: FnMut(u32)>(context: *mut c_void, word: u32) {
        let each = unsafe { &mut *context.cast::<F>() };
        each(word)
    }
    unsafe { host_visit(words.as_ptr(), words.len(), call::<F>, (&raw mut each).cast()) }
}

#[inline(never)]
fn crc32(crc: u32, byte: u8) -> u32 {
    (0..8).fold(crc ^ u32::from(byte), |crc, _| crc >> 1 ^ if crc & 1 != 0 { 0xEDB88320 } else { 0 })
}

#[inline(never)]
fn pass(line: &mut [&mut dyn stages::Stage], x: u32) -> u32 {
    line.iter_mut().fold(x, |x, stage| stage.feed(x))
}

struct Console;

impl Write for Console {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        unsafe { host_put(text.as_ptr(), text.len()) };
        Ok(())
    }
}

#[no_mangle]
pub extern "C" fn rust_main() -> i32 {
    use stages::*;
    let (mut smooth, mut scale) = (Smooth(Ring::new()), Scale(40503u16));
    let (mut wide, mut echo) = (Scale(2654435769u32), Echo(Ring::<u32, 3>::new()));
    let mut line: [&mut dyn Stage; 4] = [&mut smooth, &mut scale, &mut wide, &mut echo];
    let mut words = [0; 200];
    let mut crc = !0;
    let mut sum = |word: u32| crc = word.to_le_bytes().into_iter().fold(crc, crc32);

    for (word, x) in words.iter_mut().zip(Random(2024)) {
        *word = pass(&mut line, x);
    }
    sort_by(&mut words, |&x| x);
    visit(&words, &mut sum);
    sort_by(&mut words, |x| x.swap_bytes());
    let rising = words.windows(2).filter(|pair| pair[0] < pair[1]).count();
    let ways = queens(0x7f, 0, 0);
    visit(&[rising as u32, ways], &mut sum);
    let _ = writeln!(Console, "rust: crc32 {:08x}", !crc);
    (ways != 40) as i32
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}
