import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { productReadersRow } from '#test/permissions/permission-rows.ts'

const figureExportersRow = '* * * * - - * * - -'
const notProbedReason =
  'figures are of people in reach, and rows of their clients: the tests of the figures ask for others'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /figures/dashboard': productReadersRow,
    'GET /figures/products/history': productReadersRow,
    'GET /figures/products/history/export': figureExportersRow,
    'GET /figures/situation': productReadersRow,
    'GET /figures/:figure': productReadersRow,
    'GET /figures/:figure/groups': productReadersRow,
    'GET /figures/:figure/groups/export': figureExportersRow,
    'GET /figures/:figure/pdf': figureExportersRow,
    'GET /figures/:figure/rows': productReadersRow,
    'GET /general-reports': productReadersRow,
    'GET /general-reports/export': figureExportersRow,
    'GET /month-captation': productReadersRow,
    'GET /month-captation/count': productReadersRow,
    'GET /month-captation/export': figureExportersRow,
    'GET /month-captation/summary': productReadersRow,
    'GET /product-study': productReadersRow,
    'GET /product-study/export': '* * * * - * * * - -',
    'GET /team-study': '* * * * - - * - - -',
    'GET /team-study/count': '* * * * - - * - - -',
    'GET /team-study/export': '* * * * - - * - - -',
    'GET /amount-summary': productReadersRow,
    'GET /daily-summary': productReadersRow,
    'GET /daily-summary/receivers': figureExportersRow,
    'POST /daily-summary/send': figureExportersRow,
    'GET /figures/:figure/rows/count': productReadersRow,
    'GET /figures/:figure/rows/export': figureExportersRow,
  },
  notProbed: {
    'GET /figures/situation': notProbedReason,
    'GET /figures/:figure': notProbedReason,
    'GET /figures/:figure/rows': notProbedReason,
    'GET /figures/:figure/rows/count': notProbedReason,
    'GET /figures/:figure/rows/export': notProbedReason,
  },
  screenRecords: { figure: { sql: `select 'totalCapital' as id` } },
  screens: {
    '/crm': 'x x x x x x x x - -',
    '/crm/cifras/:figure': 'x x x x x x x x - -',
    '/crm/EstudioProductos': 'x x x x x x x x - -',
    '/crm/mes': 'x x x x x x x x - -',
    '/crm/EstudioEquipo': 'x x x x - - x - - -',
    '/crm/InformesGenerales': 'x x x x x x x x - -',
    '/crm/ResumenImportes': 'x x x x x x x x - -',
    '/crm/ResumenDiario': 'x x x x x x x x - -',
  },
}
