export const chat = 'M4 20l1.2-4.2A8 8 0 1 1 8.4 19z'
