export const pause = 'M9 6v12M15 6v12'
