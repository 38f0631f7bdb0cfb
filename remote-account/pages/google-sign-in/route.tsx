import { SignInPage } from '../sign-in/sign-in-page.tsx'

/** `/auth/google`: the same screen with Google first. Providers send their visitors back here. */
export function Component() {
  return <SignInPage isGoogle />
}
