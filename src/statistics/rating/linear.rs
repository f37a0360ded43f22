//! Linear equations with a symmetric positive definite matrix.

/// Gaussian elimination; the matrix is symmetric positive definite, so no pivoting is needed.
pub(super) fn solve(mut matrix: Vec<Vec<f64>>, right: &[f64]) -> Vec<f64> {
    let size = right.len();
    let mut solution = right.to_vec();
    for pivot in 0..size {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let row = &above[pivot];
        for (offset, lower) in below.iter_mut().enumerate() {
            let factor = lower[pivot] / row[pivot];
            lower.iter_mut().zip(row).for_each(|(entry, above)| *entry -= factor * above);
            solution[pivot + 1 + offset] -= factor * solution[pivot];
        }
    }
    for pivot in (0..size).rev() {
        let known: f64 = (pivot + 1..size).map(|column| matrix[pivot][column] * solution[column]).sum();
        solution[pivot] = (solution[pivot] - known) / matrix[pivot][pivot];
    }
    solution
}

/// The quadratic form of a matrix and a vector.
pub(super) fn quadratic(matrix: &[Vec<f64>], vector: &[f64]) -> f64 {
    let row = |row: &Vec<f64>| row.iter().zip(vector).map(|(entry, value)| entry * value).sum::<f64>();
    matrix.iter().zip(vector).map(|(line, value)| value * row(line)).sum()
}
