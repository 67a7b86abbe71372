import type * as es from '../es/profitability.ts'
import type { Overrides } from '../shape.ts'

export default {
  empty: 'Ninguna cuenta tuvo saldo ni costos en este periodo.',
  rated: 'Tasa interna',
  ratedOptions: {
    yes: 'Con tasa todos los días',
    no: 'Sin tasa algún día',
  },
  fields: {
    transferIncome: 'Ingreso a tasa interna',
    costs: 'Costos directos',
    unratedAccounts: 'Cuentas sin tasa',
    unratedBalance: 'Saldo sin tasa',
  },
  noRate: 'Sin tasa interna',
  sum: {
    transferIncome: 'Ingreso a tasa interna',
    transferIncomeLead: 'Saldo de cada día × tasa interna',
    costs: 'Costos directos',
  },
  rule: 'Margen = saldo de cada día × (tasa interna del producto y plazo − tasa del cliente con su interés extra) − costos directos. Los días cuentan como en los intereses. No se registran comisiones del personal: el margen es antes de comisiones.',
  unrated: {
    short: '{{total}} sin tasa',
    none: 'Todas las cuentas tienen tasa interna cada día del periodo: ninguna queda fuera del margen.',
    text_one:
      '{{total}} cuenta no tiene tasa interna algún día del periodo y queda fuera del margen: saldo medio {{balance}}, intereses {{interest}}, costos {{costs}}.',
    text_many:
      '{{total}} cuentas no tienen tasa interna algún día del periodo y quedan fuera del margen: saldo medio {{balance}}, intereses {{interest}}, costos {{costs}}.',
    text_other:
      '{{total}} cuentas no tienen tasa interna algún día del periodo y quedan fuera del margen: saldo medio {{balance}}, intereses {{interest}}, costos {{costs}}.',
    settings: 'Fijar tasas internas',
    remark: 'Cuentas sin tasa interna algún día del periodo, fuera del margen y de las sumas: {{count}}.',
  },
  account: {
    rates: 'Tasa del cliente: {{rate}} + {{bonus}} de interés extra. Días: {{basis}}.',
    rounding:
      'Cada importe se redondea al centavo una vez, por cuenta y periodo. Los intereses son los devengados al final del periodo menos los devengados antes, como en la cifra de intereses generados: pueden diferir un centavo de la suma de los tramos.',
    unrated_one: 'No hay tasa interna en {{total}} día con saldo: el margen no se puede calcular.',
    unrated_many: 'No hay tasa interna en {{total}} días con saldo: el margen no se puede calcular.',
    unrated_other: 'No hay tasa interna en {{total}} días con saldo: el margen no se puede calcular.',
    stretchesLead: 'Un tramo por cada cambio de saldo o de tasa interna. Ingreso = saldo × tasa × días. En euros.',
    transferRate: 'Tasa interna',
    clientRate: 'Tasa del cliente',
    total: 'Total al centavo',
    costs: 'Costos directos',
    noCosts: 'No hay costos para este producto en este periodo.',
    cost: 'Costo',
  },
  settings: {
    lead: 'Los márgenes se calculan al consultarlos: una tasa o un costo con fecha pasada cambia los márgenes desde esa fecha. Ningún abono ni pago depende de ellos.',
    transferRates: {
      title: 'Tasas internas',
      lead: 'Valor del dinero de cada producto para la entidad, en porcentaje anual. Cada tasa se aplica desde su fecha hasta la de la siguiente del mismo producto y plazo. La del plazo de la cuenta tiene prioridad sobre la de cualquier plazo.',
      none: 'No hay ninguna tasa interna: los márgenes no se pueden calcular.',
      add: 'Agregar tasa interna',
      correct: 'Ya hay una tasa de ese día ({{rate}}): se sustituirá.',
      done: 'Tasa interna guardada.',
      removed: 'Tasa interna de {{product}} quitada.',
      removeNamed: 'Quitar la tasa interna de {{product}} desde el {{date}}',
      unrated: 'Con cuentas activas y sin tasa interna hoy: {{products}}.',
    },
    directCosts: {
      title: 'Costos directos',
      none: 'No hay ningún costo: el margen no resta ninguno.',
      add: 'Agregar costo',
      correct: 'Ya hay un costo de ese día ({{amount}}): se sustituirá.',
      done: 'Costo guardado.',
      removed: 'Costo de {{product}} quitado.',
      removeNamed: 'Quitar el costo de {{product}} desde el {{date}}',
    },
    rate: 'Tasa anual',
    kind: 'Costo',
  },
} satisfies Overrides<typeof es.default>
