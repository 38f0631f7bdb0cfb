export const download = 'M12 4v11M7 10.5l5 5 5-5M5 20h14'
