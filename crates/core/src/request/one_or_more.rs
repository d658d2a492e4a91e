//! All errors of one call, at least one. A batch is read completely before it is refused, so that the caller sees
//! every error at once.

/// A list of `T` that is never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneOrMore<T> {
    /// Boxed to keep `Result` small, because errors are rare.
    first: Box<T>,
    others: Vec<T>,
}

impl<T> OneOrMore<T> {
    /// The first item.
    pub fn first(&self) -> &T {
        &self.first
    }

    /// The items, each converted by `into`.
    pub fn map<U>(self, mut into: impl FnMut(T) -> U) -> OneOrMore<U> {
        OneOrMore {
            first: Box::new(into(*self.first)),
            others: self.others.into_iter().map(into).collect(),
        }
    }

    /// Returns both values if neither is an error.
    ///
    /// # Errors
    /// The errors of `one`, then of `other`.
    pub fn both<A, B>(one: Result<A, Self>, other: Result<B, Self>) -> Result<(A, B), Self> {
        match (one, other) {
            (Ok(one), Ok(other)) => Ok((one, other)),
            (Err(mut errors), Err(more)) => {
                errors.others.extend(more);
                Err(errors)
            }
            (Err(errors), Ok(_)) | (Ok(_), Err(errors)) => Err(errors),
        }
    }

    /// Returns all values if none of `results` is an error.
    ///
    /// # Errors
    /// The errors of all `results`, in order.
    pub fn or_all<V, E>(results: impl IntoIterator<Item = Result<V, E>>) -> Result<Vec<V>, Self>
    where
        Self: From<E>,
    {
        let mut values = Vec::new();
        let mut errors: Option<Self> = None;
        for result in results {
            match (result, &mut errors) {
                (Ok(value), None) => values.push(value),
                (Ok(_), Some(_)) => {}
                (Err(error), Some(errors)) => errors.others.extend(Self::from(error)),
                (Err(error), None) => errors = Some(error.into()),
            }
        }
        errors.map_or(Ok(values), Err)
    }
}

impl<T> From<T> for OneOrMore<T> {
    fn from(first: T) -> Self {
        Self {
            first: Box::new(first),
            others: Vec::new(),
        }
    }
}

impl<T> IntoIterator for OneOrMore<T> {
    type Item = T;
    type IntoIter = std::iter::Chain<std::iter::Once<T>, std::vec::IntoIter<T>>;

    fn into_iter(self) -> Self::IntoIter {
        std::iter::once(*self.first).chain(self.others)
    }
}

#[cfg(test)]
mod tests {
    use super::OneOrMore;

    #[test]
    fn all_errors_are_kept_and_values_are_dropped() {
        let results = |results: &[Result<u8, u8>]| OneOrMore::<u8>::or_all(results.to_vec());
        assert_eq!(results(&[Ok(1), Ok(2)]), Ok(vec![1, 2]));
        assert_eq!(results(&[]), Ok(vec![]));
        let errors = results(&[Ok(1), Err(2), Ok(3), Err(4)]).unwrap_err();
        assert_eq!(*errors.first(), 2);
        let both = |one, other| OneOrMore::both(results(one), results(other));
        assert_eq!(both(&[Ok(1)], &[Ok(2)]), Ok((vec![1], vec![2])));
        let two = both(&[Err(1)], &[Err(2)]).unwrap_err();
        assert_eq!(two.into_iter().collect::<Vec<_>>(), [1, 2]);
        assert!(both(&[Err(1)], &[Ok(2)]).is_err() && both(&[Ok(1)], &[Err(2)]).is_err());
        let tenfold = errors.map(|error| error * 10);
        assert_eq!(tenfold.into_iter().collect::<Vec<_>>(), [20, 40]);
    }
}
