import { contractVersion, type RemoteModule } from '@portico/shared/contract/contract.ts'
import { createRoutes } from '@portico/shared/contract/create-routes.ts'
import { manifest } from './manifest.ts'

/** The account's pages; this entry only knows where they are. */
export const remote: RemoteModule = {
  contractVersion,
  routes: createRoutes(manifest, {
    login: async () => ({
      Component: (await import(/* webpackChunkName: "login" */ './pages/login/login-page.tsx')).LoginPage,
    }),
    register: async () => ({
      Component: (await import(/* webpackChunkName: "register" */ './pages/register/register-page.tsx'))
        .RegisterPage,
    }),
    'sign-in': async () => ({
      Component: (await import(/* webpackChunkName: "sign-in" */ './pages/sign-in/sign-in-page.tsx'))
        .SignInPage,
    }),
    google: async () => ({
      Component: (await import(/* webpackChunkName: "google" */ './pages/sign-in/sign-in-page.tsx'))
        .GoogleSignInPage,
    }),
    verify: async () => ({
      Component: (await import(/* webpackChunkName: "verify" */ './pages/verify/verify-page.tsx')).VerifyPage,
    }),
    profile: async () => ({
      Component: (await import(/* webpackChunkName: "profile" */ './pages/profile/profile-page.tsx'))
        .ProfilePage,
    }),
    update: async () => ({
      Component: (await import(/* webpackChunkName: "update" */ './pages/update/update-page.tsx')).UpdatePage,
    }),
    logout: async () => ({
      Component: (await import(/* webpackChunkName: "logout" */ './pages/logout/logout-page.tsx')).LogoutPage,
    }),
  }),
}
