export const calendar = 'M4 6h16v14H4zM4 10.5h16M8 3v5M16 3v5'
