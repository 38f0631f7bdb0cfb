/** Texts that break out of a query, a shell, a string of some language or a page, where one is not careful. */
export declare const hostileTexts: readonly string[]
