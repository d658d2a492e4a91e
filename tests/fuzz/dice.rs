//! Pseudo-random numbers that are the same on every machine.

/// A SplitMix64 generator.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `sides`; 0 if `sides` is 0.
    pub fn below(&mut self, sides: usize) -> usize {
        self.roll() as usize % sides.max(1)
    }

    /// True once in `times` calls on average.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn one_of<'t, T: ?Sized + 't>(&mut self, all: &[&'t T]) -> &'t T {
        all[self.below(all.len())]
    }
}
