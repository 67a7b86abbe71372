export default {
  title: 'Intereses a la fecha',
  asOf: 'A fecha de',
  formula: '{{posted}} liquidados + {{accrued}} devengados sin liquidar = {{toDate}}, antes de retención fiscal.',
  terms: 'Al {{rate}}{{bonus}}, base {{dayCount}}, {{payout}}.',
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
  how: 'Cada tramo es capital × tipo × días; el último día no cuenta. Se redondea al liquidar.',
  all: 'Ver los {{count}} tramos',
  fewer: 'Ver solo los últimos',
  nothing: 'Todavía no ha generado intereses.',
  never: 'Esta cuenta viene de otro banco y no genera intereses aquí.',
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
        title: 'Un trabajo se ha detenido',
        text: 'Ha fallado tantas veces que ya no se intenta solo. En Procesos está el error, y se puede reintentar o descartar.',
      },
    },
    night: {
      postingFailed: {
        title: 'El proceso de la noche no termina',
        text: 'Los intereses y vencimientos del {{date}} no se han podido contabilizar. Se vuelve a intentar, cada vez con más pausa.',
      },
    },
    maturities: {
      parked: {
        title: 'Vencimientos en espera',
        text: 'Han vencido sin poder cumplir su instrucción: {{count}}. Su dinero espera sin intereses hasta que digas qué hacer.',
      },
      stopped: {
        title: 'Vencimientos con un impedimento',
        text: 'Vencen en una semana y su instrucción no se puede cumplir: {{count}}. En la lista está el porqué.',
      },
    },
  },
  actions: {
    account_matured: 'Vence una cuenta',
    maturity_carriedOut: 'Cumple la instrucción de un vencimiento en espera',
    maturity_reserveFreed: 'Vuelve a estar libre lo que reservaba una retirada',
    job_retried: 'Reintenta un trabajo detenido',
    job_cancelled: 'Descarta un trabajo detenido',
    postingRuns_exported: 'Exporta los procesos',
  },
  entities: {
    job: 'Trabajo',
    postingRun: 'Proceso',
  },
}
