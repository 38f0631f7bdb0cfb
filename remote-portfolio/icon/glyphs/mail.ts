export const mail = 'M3 6h18v12H3zM3.5 7l8.5 6 8.5-6'
