import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { ownDataRow } from '#test/permissions/permission-rows.ts'

/** Whose records each read is about, the permission of that read says. */
export const permissions: FeaturePermissions = { rows: { 'GET /reads': ownDataRow } }
