/** Paths of the server for the console and agents. Apart from `paths`, so that no page of the site carries them. */
export const consolePaths = {
  /** Leads to the console, which has an origin of its own. */
  console: '/-/console',
  overview: '/-/overview',
  /** Which bucket a visitor has in each rollout. */
  visitors: '/-/visitors',
  /** What accounts may do in the console. */
  grants: '/-/grants',
  /** Who can sign in, on the console's own origin. */
  signInMethods: '/sign-in-methods',
  settings: '/-/settings',
  notifications: '/-/notifications',
  /** The release API as an MCP server. */
  mcp: '/-/mcp',
} as const
