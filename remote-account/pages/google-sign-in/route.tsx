export { GoogleSignInPage as Component } from '../sign-in/sign-in-page.tsx'
