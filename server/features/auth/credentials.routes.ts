import * as contract from '#contract/auth.ts'
import { buildPublicRoute, buildRoute, type Route } from '#server/core/routes.ts'
import { buildGoogleSignInRequest } from '#server/domain/google-sign-in.ts'
import { changeMyPassword } from './change-own-password.ts'
import { checkEmailRegistered } from './check-email.ts'
import { signInWithGoogle } from './google-login.ts'
import { requestPasswordResetLink } from './request-password-reset.ts'
import { setPasswordByLink } from './reset-password.ts'

export const credentialRoutes: readonly Route[] = [
  buildPublicRoute(contract.checkEmail, checkEmailRegistered),
  buildPublicRoute(contract.requestPasswordReset, requestPasswordResetLink),
  buildPublicRoute(contract.resetPassword, setPasswordByLink),
  buildRoute(contract.changeOwnPassword, changeMyPassword),
  buildPublicRoute(contract.getGoogleSignInConfig, (_, raw) => buildGoogleSignInRequest(raw)),
  buildPublicRoute(contract.loginWithGoogle, signInWithGoogle),
]
