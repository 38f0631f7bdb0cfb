/** `id` of the banner, by which the inspector finds it. */
export const previewBannerId = 'preview-banner'
