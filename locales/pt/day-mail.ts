/** O e-mail da manhã com o que há a fazer. */
export default {
  letter: {
    subject: 'O seu dia: {{count}} por fazer',
    greeting: 'Olá, {{name}}:',
    intro: 'Este é o seu dia, {{date}}.',
    approvals: 'Pedidos pendentes da sua decisão',
    more: 'E mais {{count}}, na página.',
    action: 'Abrir O meu dia',
    stop: 'Recebe este e-mail porque o pediu. Desativa-se na sua área pessoal, em Preferências.',
  },
}
