import type es from '#locales/es/reports.ts'
import type { Shape } from '#locales/shape.ts'

export default {
  about: {
    sheet: 'Acerca de',
    content: 'Conteúdo',
    filters: 'Filtros',
    rows: 'Linhas',
    remark: 'Aviso',
    madeOn: 'Data',
    madeBy: 'Elaborado por',
  },
  yes: 'Sim',
  no: 'Não',
  pdf: {
    page: 'Página {{page}} de {{pages}}',
    by: 'Preparado por {{name}} em {{at}}',
  },
} satisfies Shape<typeof es>
