import {
  changeOwnPassword,
  checkEmail,
  getGoogleSignInConfig,
  loginWithGoogle,
  requestPasswordReset,
  resetPassword,
} from '#contract/auth.ts'
import { buildPublicRoute, buildRoute, type Route } from '#server/core/routes.ts'
import { buildGoogleEntry } from '#server/domain/google-sign-in.ts'
import { changeMyPassword } from './change-own-password.ts'
import { checkEmailRegistered } from './check-email.ts'
import { signInWithGoogle } from './google-login.ts'
import { requestPasswordResetLink } from './request-password-reset.ts'
import { setPasswordByLink } from './reset-password.ts'

export const credentialRoutes: readonly Route[] = [
  buildPublicRoute(checkEmail, checkEmailRegistered),
  buildPublicRoute(requestPasswordReset, requestPasswordResetLink),
  buildPublicRoute(resetPassword, setPasswordByLink),
  buildRoute(changeOwnPassword, changeMyPassword),
  buildPublicRoute(getGoogleSignInConfig, (_, raw) => buildGoogleEntry(raw)),
  buildPublicRoute(loginWithGoogle, signInWithGoogle),
]
