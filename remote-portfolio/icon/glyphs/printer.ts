export const printer = 'M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z'
