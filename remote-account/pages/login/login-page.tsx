import { useSearchParams } from '@portico/shared/contract/router.ts'
import { useHeadingFocus } from '../../ui/use-heading-focus.ts'
import { PasswordResetCard } from '../password-reset/password-reset-card.tsx'
import { LoginCard } from './login-card.tsx'

/** `/auth/login`; with `?forgot` the password reset. */
export function LoginPage() {
  const [query] = useSearchParams()
  const isReset = query.has('forgot')
  useHeadingFocus(isReset)
  return isReset ? <PasswordResetCard /> : <LoginCard />
}
