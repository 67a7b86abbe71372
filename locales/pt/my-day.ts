export default {
  title: 'O meu dia',
  context: 'Hoje é {{date}}',
  clients: 'Ver clientes',
  seeAll: 'Ver tudo',
  seeAllOf: 'Ver tudo: {{what}}',
  more_one: 'E mais {{count}}.',
  more_many: 'E mais {{count}}.',
  more_other: 'E mais {{count}}.',
  instruct: 'Alterar instrução',
  instructFor: 'Alterar a instrução da conta {{account}}',
  list: {
    title: 'O que fazer',
    none: 'Nada pendente. O que vencer ou esperar por si aparecerá aqui.',
    cut: 'Há mais do que cabe num dia: aqui está o mais urgente de cada tipo.',
    levels: { first: 'Primeiro', today: 'Hoje', later: 'Quando houver tempo' },
    levelHints: {
      first:
        'Alguém espera, ou o dinheiro está parado: reuniões de hoje, aprovações, vencimentos em dois dias e seguimentos de prioridade alta.',
      today:
        'Seguimentos para hoje ou vencidos, chamadas a repetir, reuniões por fechar, vencimentos da semana e aniversários.',
      later: 'Revisões vencidas, documentos que caducam e contactos novos por ligar.',
    },
    keys: 'j e k: mover · Enter: abrir · s: adiar · z: anular',
    actionsOf: 'Ações: {{name}}',
    call: 'Ligar: {{phone}}',
  },
  reasons: {
    meeting: '{{time}} · {{text}}',
    approval: '{{what}} · {{text}}',
    stopped: 'Conta {{text}} parada: {{state}}',
    maturity: 'A conta {{text}} vence em {{date}} e não tem instrução',
    unclosedMeeting: 'Reunião de {{date}} por fechar: {{text}}',
    followUp: '{{text}} · venceu em {{date}}',
    followUpToday: '{{text}} · para hoje',
    call: 'Ligar de novo: {{state}} em {{date}}',
    birthday: 'Faz anos em {{date}}',
    birthdayToday: 'Faz anos hoje',
    document: 'O documento de identidade caduca em {{date}}',
    documentExpired: 'O documento de identidade caducou em {{date}}',
    review: 'Revisão vencida em {{date}}; a última foi {{text}}',
    newContact: 'Contacto novo desde {{date}}, por ligar',
  },
  snooze: {
    action: 'Adiar',
    of: 'Adiar: {{name}}',
    tomorrow: 'Até amanhã',
    nextWorkingDay: 'Até {{day}}',
    nextWeek: 'Até à próxima semana',
    otherDay: 'Até outro dia…',
    title: 'Adiar: {{name}}',
    until: 'Volta em',
    submit: 'Adiar',
    done: 'Adiado até {{date}}.',
    undone: 'De volta à lista.',
    takeBack: 'Recuperar',
    takeBackOf: 'Recuperar: {{name}}',
    returns: 'Volta em {{date}}',
    shown_one: '{{count}} adiado',
    shown_many: '{{count}} adiados',
    shown_other: '{{count}} adiados',
  },
  week: {
    title: 'Os próximos 7 dias',
    day: 'Dia',
    meetings: 'Reuniões',
    followUps: 'Seguimentos',
    maturities: 'Vencimentos',
    birthdays: 'Aniversários',
    open: '{{what}} em {{date}}: {{count}}',
  },
  tiles: {
    maturities: { title: 'Vencem nos próximos 7 dias', none: 'Nenhuma conta vence esta semana.' },
    requests: {
      title: 'Os seus pedidos em curso',
      none: 'Não há pedidos em curso. Aparecem aqui os que outra pessoa tem de aprovar.',
    },
    blocked: { title: 'Clientes bloqueados', none: 'Nenhum cliente bloqueado.' },
    openings: { title: 'Contas pendentes de entrega', none: 'Não há contas pendentes de entrega.' },
    receipts: { title: 'Entradas por identificar', none: 'Todas as entradas estão atribuídas.' },
    payments: { title: 'Pagamentos por enviar', none: 'Não há pagamentos aprovados por enviar.' },
    verification: {
      title: 'Verificação contabilística',
      none: 'Ainda não foi feita nenhuma verificação contabilística.',
    },
    staff: {
      title: 'Saídas e fim do período experimental',
      none: 'Nenhuma saída nem fim de período experimental em 60 dias.',
    },
    products: { title: 'Produtos à venda', none: 'Nenhum produto à venda.' },
  },
  states: {
    maturities: {
      pay_out: 'Pagar',
      renew_principal: 'Renovar o capital',
      renew_all: 'Renovar capital e juros',
      transfer: 'Transferir para outro produto',
    },
    blocked: { commercial: 'Comercial', documents: 'Documentação', legal: 'Legal', death: 'Óbito' },
    verification: { equal: 'Sem diferenças', differences: 'Há diferenças' },
    staff: { leaving: 'Último dia', probation: 'Fim do período experimental' },
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    myDay: 'O meu dia',
  },
  modules: {
    bt_MiDia: 'O meu dia',
  },
  jobs: {
    myDay_mail: 'O meu dia: e-mail da manhã',
  },
  entities: {
    bt_MiDia: 'Ecrã: O meu dia',
  },
}
