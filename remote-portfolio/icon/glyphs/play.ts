export const play = 'M8 5.5v13L18.5 12z'
