/** The OAuth providers that a site can offer. Apart from the schemas, which the shell doesn't load. */
export const oauthProviders = ['google', 'github'] as const

export type OAuthProvider = (typeof oauthProviders)[number]
