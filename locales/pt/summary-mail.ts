/** O resumo de um dia por e-mail. */
export default {
  letter: {
    subject: 'Resumo de {{date}}: {{reach}}',
    greeting: 'Olá, {{name}}:',
    intro: '{{sender}} envia-lhe o resumo de {{date}}. {{reach}}.',
    introOwn: 'Este é o resumo de {{date}} que pediu. {{reach}}.',
    action: 'Abrir o resumo',
    scope: 'Os valores são os do seu âmbito. O detalhe por cliente está na Atalaya.',
  },
}
