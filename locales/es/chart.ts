export default {
  shown: { label: 'Ver como', chart: 'Gráfico', table: 'Tabla' },
  cut: 'Ampliar diferencias',
  cutNotice: 'El eje empieza en {{value}}, no en cero.',
  keys: 'Con las flechas se recorren los valores.',
  trend: {
    since: '{{size}} desde el {{date}}',
    months: '{{month}}: {{size}} frente a {{before}}',
    unchangedSince: 'Sin cambios desde el {{date}}',
    unchangedMonths: '{{month}}: sin cambios frente a {{before}}',
    points: '{{points}} puntos',
  },
}
