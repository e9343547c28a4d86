"""The common qualifiers: ranking, (rank, ordered rank), the worst hand that qualifies, the next."""

COMMON = [
    ("a5_low", (1, 252), "Tc9d8h7s6c", "Jc4d3h2sAc"),
    ("a5_low", (1, 126), "9c8d7h6s5c", "Tc4d3h2sAc"),
    ("a5_low", (1, 56), "8c7d6h5s4c", "9c4d3h2sAc"),
    ("a5_low", (1, 21), "7c6d5h4s3c", "8c4d3h2sAc"),
    ("27_low", (1, 246), "JcTd9h8s6c", "Qc5d4h3s2c"),
    ("27_low", (1, 121), "Tc9d8h7s5c", "Jc5d4h3s2c"),
    ("27_low", (1, 52), "9c8d7h6s4c", "Tc5d4h3s2c"),
    ("27_low", (1, 18), "8c7d6h5s3c", "9c5d4h3s2c"),
    ("27_low", (1, 4), "7c6d5h4s2c", "8c5d4h3s2c"),
    ("high", (9, 1980), "6c6d4h3s2c", "5c5dAhKsQc"),
    ("high", (9, 1760), "7c7d4h3s2c", "6c6dAhKsQc"),
    ("high", (9, 1540), "8c8d4h3s2c", "7c7dAhKsQc"),
    ("high", (9, 1320), "9c9d4h3s2c", "8c8dAhKsQc"),
    ("high", (9, 1100), "TcTd4h3s2c", "9c9dAhKsQc"),
    ("high", (9, 880), "JcJd4h3s2c", "TcTdAhKsQc"),
    ("high", (8, 858), "3c3d2h2s4c", "AcAdKhQsJc"),
    ("high", (7, 858), "2c2d2h4s3c", "AcAdKhKsQc"),
    ("high", (5, 1277), "7c5c4c3c2c", "AcKdQhJsTc"),
]
