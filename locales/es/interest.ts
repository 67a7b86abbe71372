export default {
  title: 'Intereses a la fecha',
  asOf: 'A fecha de',
  formula: '{{posted}} liquidados + {{accrued}} devengados sin liquidar = {{toDate}}, antes de retención fiscal.',
  terms: 'TIN {{rate}}{{bonus}}, base {{dayCount}}, {{payout}}.',
  withBonus: ' más {{rate}} de interés extra',
  next: 'Próxima liquidación: {{date}}.',
  payouts: {
    monthly: 'liquidación mensual',
    quarterly: 'liquidación trimestral',
    half_yearly: 'liquidación semestral',
    yearly: 'liquidación anual',
    at_maturity: 'liquidación al vencimiento',
  },
  from: 'Desde',
  to: 'Hasta',
  days: 'Días',
  capital: 'Capital',
  amount: 'Interés exacto (€)',
  bonus: 'Interés extra exacto (€)',
  how: 'Cada periodo se calcula como capital × TIN × días; el último día no cuenta. Se redondea al liquidar.',
  all: 'Ver los {{count}} periodos',
  fewer: 'Ver solo los últimos',
  nothing: 'Todavía no ha generado intereses.',
  nothingHint: 'Los primeros aparecen al día siguiente de la apertura.',
  never: 'Esta cuenta viene de otro banco y no genera intereses aquí.',
  neverHint: 'Los intereses los calcula y paga el banco de origen.',
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    runs: 'Procesos',
    run: 'Proceso',
  },
  notifications: {
    jobs: {
      dead: {
        title: 'Tarea detenida',
        text: 'Ha fallado demasiadas veces y no se reintentará automáticamente. Consulta el error en Procesos para reintentarla o descartarla.',
      },
    },
    night: {
      postingFailed: {
        title: 'Proceso nocturno sin terminar',
        text: 'Los intereses y vencimientos del {{date}} no se han podido contabilizar. Se reintentará automáticamente.',
      },
    },
    maturities: {
      parked: {
        title: 'Vencimientos pendientes de instrucción',
        text: 'Cuentas vencidas cuya instrucción no se ha podido cumplir: {{count}}. Su dinero no genera intereses hasta que indiques una instrucción.',
      },
      stopped: {
        title: 'Vencimientos con impedimento',
        text: 'Cuentas que vencen en una semana y cuya instrucción no se puede cumplir: {{count}}. Consulta el motivo en la lista.',
      },
    },
  },
  actions: {
    account_matured: 'Vence una cuenta',
    maturity_carriedOut: 'Cumple la instrucción de un vencimiento pendiente',
    maturity_reserveFreed: 'Libera el importe reservado por una retirada',
    job_retried: 'Reintenta una tarea detenida',
    job_cancelled: 'Descarta una tarea detenida',
    postingRuns_exported: 'Exporta los procesos',
  },
  entities: {
    job: 'Tarea',
    postingRun: 'Proceso',
  },
  jobs: {
    interest_postNightly: 'Intereses y vencimientos del día',
  },
  personalTables: {
    interest_through: 'Intereses liquidados',
  },
  auditFields: {
    freed: 'Liberado',
    reserved: 'Reservado para retiradas',
  },
}
