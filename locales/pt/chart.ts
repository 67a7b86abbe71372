export default {
  shown: { label: 'Ver como', chart: 'Gráfico', table: 'Tabela' },
  cut: 'Ampliar diferenças',
  cutNotice: 'O eixo começa em {{value}}, não em zero.',
  keys: 'Use as setas para percorrer os valores.',
  trend: {
    since: '{{size}} desde {{date}}',
    months: '{{month}}: {{size}} face a {{before}}',
    unchangedSince: 'Sem alterações desde {{date}}',
    unchangedMonths: '{{month}}: sem alterações face a {{before}}',
    points: '{{points}} pontos',
  },
}
