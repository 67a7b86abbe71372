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
  tiles: {
    meetings: { title: 'As suas reuniões de hoje', none: 'Não tem reuniões hoje.' },
    followUps: { title: 'Seguimentos para hoje ou vencidos', none: 'Não tem nada pendente para hoje.' },
    reviews: { title: 'Revisões vencidas sem data', none: 'Nenhuma revisão vencida.' },
    maturities: { title: 'Vencem nos próximos 7 dias', none: 'Nenhuma conta vence esta semana.' },
    approvals: {
      title: 'Por decidir',
      none: 'Não há pedidos por decidir. Aparecerão aqui quando alguém da equipa pedir algo.',
    },
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
  entities: {
    bt_MiDia: 'Ecrã: O meu dia',
  },
}
