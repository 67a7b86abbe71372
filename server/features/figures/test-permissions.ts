import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { clientReadersRow } from '#test/permissions/permission-rows.ts'

const figureExportersRow = 'all all team own - - own all - -'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /figures/dashboard': clientReadersRow,
    'GET /figures/products/history': clientReadersRow,
    'GET /figures/products/history/export': figureExportersRow,
    'GET /figures/situation': clientReadersRow,
    'GET /figures/:figure': clientReadersRow,
    'GET /figures/:figure/groups': clientReadersRow,
    'GET /figures/:figure/groups/export': figureExportersRow,
    'GET /figures/:figure/rows': clientReadersRow,
    'GET /figures/:figure/rows/count': clientReadersRow,
    'GET /figures/:figure/rows/export': figureExportersRow,
  },
  screenRecords: { figure: { sql: `select 'totalCapital' as id` } },
  screens: {
    '/crm': 'x x x x x x x x - -',
    '/crm/cifras/:figure': 'x x x x x x x x - -',
  },
}
