export default {
  offer: 'É a primeira vez na Atalaya? Conheça o essencial num minuto.',
  start: 'Ver a visita guiada',
  dismiss: 'Agora não',
  progress: '{{current}} de {{total}}',
  next: 'Seguinte',
  previous: 'Anterior',
  done: 'Terminar',
  leave: 'Sair da visita',
  steps: {
    day: {
      title: 'A sua página inicial',
      text: 'Cada dia começa aqui: o que vence, o que tem por decidir e o que pediu. Volte com g e depois m.',
    },
    search: {
      title: 'Procure qualquer coisa',
      text: 'Um nome, um telefone, um número de conta, a referência de um pagamento ou uma página. Abre-se com Ctrl+K.',
    },
    menu: { title: 'O menu', text: 'Todas as suas páginas. A estrela fixa no topo as que mais usa.' },
    create: { title: 'Criar', text: 'Tudo o que pode criar, a partir de qualquer página. A tecla n faz o mesmo.' },
    notifications: {
      title: 'Notificações',
      text: 'Avisamos quando um pedido seu é decidido ou quando tem algo por decidir.',
    },
    help: { title: 'Ajuda e atalhos', text: 'Os atalhos da página em que está, e esta visita sempre que quiser.' },
  },
}
