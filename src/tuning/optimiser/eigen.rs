//! The axes of a symmetric matrix, by Jacobi's rotations: slow and simple, and accurate enough for a few dozen rows.

/// A square matrix, row by row.
pub(super) type Matrix = Vec<Vec<f64>>;

/// Sweeps after which nothing is left to rotate in a matrix of any reasonable size.
const SWEEPS: usize = 30;

pub(super) fn identity(size: usize) -> Matrix {
    (0..size).map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect()).collect()
}

/// The eigenvalues, and the eigenvectors as columns.
pub(super) fn eigen(matrix: &Matrix) -> (Vec<f64>, Matrix) {
    let size = matrix.len();
    let (mut matrix, mut vectors) = (matrix.clone(), identity(size));
    for _ in 0..SWEEPS {
        let rest: f64 =
            matrix.iter().enumerate().flat_map(|(row, entries)| &entries[..row]).map(|entry| entry * entry).sum();
        if rest < 1e-22 {
            break;
        }
        for row in 1..size {
            for column in 0..row {
                rotate(&mut matrix, &mut vectors, column, row);
            }
        }
    }
    ((0..size).map(|index| matrix[index][index]).collect(), vectors)
}

/// Rotates the plane of two axes so that their common entry vanishes.
fn rotate(matrix: &mut Matrix, vectors: &mut Matrix, p: usize, q: usize) {
    let entry = matrix[p][q];
    if entry.abs() < 1e-300 {
        return;
    }
    let theta = (matrix[q][q] - matrix[p][p]) / (2.0 * entry);
    let tangent = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let turn = |upper: f64, lower: f64| (cosine * (upper - tangent * lower), cosine * (tangent * upper + lower));
    for row in matrix.iter_mut().chain(vectors.iter_mut()) {
        (row[p], row[q]) = turn(row[p], row[q]);
    }
    let [above, below] = matrix.get_disjoint_mut([p, q]).expect("two rows of the matrix");
    for (upper, lower) in above.iter_mut().zip(below) {
        (*upper, *lower) = turn(*upper, *lower);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_is_made_of_its_axes() {
        let matrix = vec![
            vec![4.0, 1.0, -2.0, 0.5],
            vec![1.0, 3.0, 0.0, 1.0],
            vec![-2.0, 0.0, 2.5, 0.25],
            vec![0.5, 1.0, 0.25, 7.0],
        ];
        let (values, vectors) = eigen(&matrix);
        for row in 0..4 {
            for column in 0..4 {
                let made: f64 = (0..4).map(|k| vectors[row][k] * values[k] * vectors[column][k]).sum();
                assert!((made - matrix[row][column]).abs() < 1e-10, "{row} {column}");
                let product: f64 = (0..4).map(|k| vectors[k][row] * vectors[k][column]).sum();
                assert!((product - f64::from(u8::from(row == column))).abs() < 1e-10);
            }
        }
    }
}
