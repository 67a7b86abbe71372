import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { ownDataRow } from '#test/permissions/permission-rows.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /session/second-factor': ownDataRow,
    'POST /session/second-factor': ownDataRow,
    'POST /session/second-factor/passkey/options': ownDataRow,
    'GET /me/second-factor': ownDataRow,
    'POST /me/second-factor/totp': ownDataRow,
    'POST /me/second-factor/totp/confirm': ownDataRow,
    'POST /me/second-factor/totp/remove': ownDataRow,
    'POST /me/second-factor/passkeys/options': ownDataRow,
    'POST /me/second-factor/passkeys': ownDataRow,
    'POST /me/second-factor/passkeys/:passkeyId/remove': ownDataRow,
    'POST /me/second-factor/recovery-codes': ownDataRow,
  },
  notProbed: {
    'POST /me/second-factor/passkeys/:passkeyId/remove': 'the passkey is looked for among those of the caller',
  },
}
