import { paths } from '../paths.ts'

/** Paths of the account API. Every request is a POST with a JSON body or a form (`docs/account-api.md`), or a GET without one. */
export const accountPaths = {
  session: `${paths.account}/session`,
  providers: `${paths.account}/providers`,
  profile: `${paths.account}/profile`,
  signUp: `${paths.account}/sign-up`,
  signIn: `${paths.account}/sign-in`,
  signInWithProvider: `${paths.account}/sign-in/provider`,
  signOut: `${paths.account}/sign-out`,
  verify: `${paths.account}/verify`,
  sendCode: `${paths.account}/verify/send`,
  update: `${paths.account}/update`,
  changePassword: `${paths.account}/password`,
  requestReset: `${paths.account}/reset/request`,
  /** A page of the server, which the emailed link opens. */
  reset: `${paths.account}/reset`,
  deleteAccount: `${paths.account}/delete`,
} as const
