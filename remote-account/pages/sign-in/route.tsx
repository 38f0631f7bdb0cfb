import { SignInPage } from './sign-in-page.tsx'

/** `/auth`: the ways to sign in. */
export function Component() {
  return <SignInPage isGoogle={false} />
}
