import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { mine } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /session/second-factor': mine,
    'POST /session/second-factor': mine,
    'POST /session/second-factor/passkey/options': mine,
    'GET /me/second-factor': mine,
    'POST /me/second-factor/totp': mine,
    'POST /me/second-factor/totp/confirm': mine,
    'POST /me/second-factor/totp/remove': mine,
    'POST /me/second-factor/passkeys/options': mine,
    'POST /me/second-factor/passkeys': mine,
    'POST /me/second-factor/passkeys/:passkeyId/remove': mine,
    'POST /me/second-factor/recovery-codes': mine,
  },
  notProbed: {
    'POST /me/second-factor/passkeys/:passkeyId/remove': 'the passkey is looked for among those of the caller',
  },
}
