// SPDX-License-Identifier: ISC
// rust_names.rs - functions of every sort, for their mangled names; see rust_names.txt.
#![crate_type = "lib"]
use std::collections::BTreeMap;
use std::fmt;

pub mod outer {
    pub mod inner {
        pub fn plain(x: u32) -> u32 { x + 1 }
        pub struct Ring<T, const N: usize> { pub at: [T; N], pub n: usize }
        impl<T: Copy + Default, const N: usize> Ring<T, N> {
            pub fn new() -> Self { Ring { at: [T::default(); N], n: 0 } }
            pub fn put(&mut self, x: T) { self.at[self.n % N] = x; self.n += 1; }
        }
    }
    pub trait Stage { fn run(&mut self, x: &[i64]) -> Option<i64>; fn twice(&mut self, x: &[i64]) -> i64 { self.run(x).unwrap_or(0) * 2 } }
    impl Stage for f64 { fn run(&mut self, x: &[i64]) -> Option<i64> { x.iter().map(|y| y * 2).filter(|y| *y > 3).max() } }
    impl<'a, T: Stage> Stage for &'a mut (T, bool) { fn run(&mut self, x: &[i64]) -> Option<i64> { self.0.run(x) } }
    impl Stage for fn(u8) -> i64 { fn run(&mut self, x: &[i64]) -> Option<i64> { Some(self(x.len() as u8)) } }
}
pub struct Grün { pub länge: i32 }
impl Grün { pub fn größe(&self) -> i32 { self.länge } }
impl fmt::Display for Grün { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "{}", self.länge) } }
impl Drop for Grün { fn drop(&mut self) { self.länge = 0 } }
pub fn generic<A: fmt::Debug + ?Sized, B>(a: &A, _b: B) -> String { format!("{:?}", a) }
pub fn pointers(_: *const u8, _: *mut [u16; 4], _: &mut dyn outer::Stage) -> ! { loop {} }
pub struct Char<const C: char, const B: bool, const I: i8>;
impl<const C: char, const B: bool, const I: i8> Char<C, B, I> { pub fn show(&self) -> char { if B { C } else { (I as u8) as char } } }
static mut TABLE: Option<BTreeMap<String, Vec<Box<dyn Fn(u32) -> u32 + Send>>>> = None;
pub fn everything() -> usize {
    let mut r = outer::inner::Ring::<u16, 7>::new();
    r.put(outer::inner::plain(3) as u16);
    let mut q = outer::inner::Ring::<[i8; 2], 3>::new();
    q.put([1, 2]);
    let g = Grün { länge: 4 };
    let k = g.größe() as u32;
    let text = generic("a", |x: u8| x) + &generic(&[1u8, 2][..], extern_c as extern "C" fn(i32)) + &generic(&(1, 'c', ()), unsafe_one as unsafe fn(*const i8, &mut str)) + &generic(&Some(2.5f32), std::ptr::null::<u8>());
    let mut d: (f64, bool) = (1.0, true);
    let mut m = &mut d;
    use outer::Stage;
    let mut f: fn(u8) -> i64 = |x| x as i64;
    let closure = move |y: u32| { let nested = |z: u32| z * k + y; nested(y) };
    let mut map: BTreeMap<String, Vec<Box<dyn Fn(u32) -> u32 + Send>>> = BTreeMap::new();
    map.entry(text.clone()).or_default().push(Box::new(closure));
    let n = map.values().flat_map(|v| v.iter()).map(|c| c(3) as usize).sum::<usize>();
    unsafe { TABLE = Some(map) };
    n + m.twice(&[1, 2]) as usize + f.twice(&[3]) as usize + g.to_string().len() + (Char::<'ü', true, { -5 }>.show() as usize) + (Char::<'"', false, 100>.show() as usize) + text.len()
}
pub extern "C" fn extern_c(_: i32) {}
/// # Safety
pub unsafe fn unsafe_one(_: *const i8, _: &mut str) {}
#[inline(never)]
pub async fn later(x: u8) -> u8 { x }
pub fn shadow() -> u8 { fn inner() -> u8 { struct L; impl L { fn m(&self) -> u8 { { fn deep() -> u8 { 9 } deep() } } } L.m() } inner() }
