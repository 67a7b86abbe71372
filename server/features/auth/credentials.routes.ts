import { changeOwnPassword, checkEmail, getGoogle, googleLogin, passwordChange, resetPassword } from '#contract/auth.ts'
import { type Route, serve, serveAnybody } from '#server/core/serve.ts'
import { googleEntry } from '#server/domain/google.ts'
import { changeMyPassword } from './change-own-password.ts'
import { checkWhetherKnown } from './check-email.ts'
import { signInWithGoogle } from './google-login.ts'
import { requestReset } from './request-reset.ts'
import { setPasswordByLink } from './reset-password.ts'

export const credentialRoutes: readonly Route[] = [
  serveAnybody(checkEmail, checkWhetherKnown),
  serveAnybody(passwordChange, requestReset),
  serveAnybody(resetPassword, setPasswordByLink),
  serve(changeOwnPassword, changeMyPassword),
  serveAnybody(getGoogle, (_, raw) => googleEntry(raw)),
  serveAnybody(googleLogin, signInWithGoogle),
]
