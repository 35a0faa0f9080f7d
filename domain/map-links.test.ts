import { expect, test } from 'vitest'
import { readCoordinates } from './coordinates.ts'
import { positionOf } from './map-links.ts'

const hall = { latitude: 51.4412, longitude: -2.5986 }

test.each([
  'https://www.google.com/maps/place/Larkfield+Hall/@51.4412,-2.5986,17z',
  'https://www.google.com/maps/place/Larkfield+Hall/@51.44,-2.59,17z/data=!3m1!4b1!4m6!3m5!8m2!3d51.4412!4d-2.5986!16s',
  'https://www.google.com/maps/search/?api=1&query=51.4412%2C-2.5986',
  'https://www.google.com/maps?q=51.4412,-2.5986',
  'https://maps.google.com/?ll=51.4412,-2.5986',
  'https://maps.apple.com/?address=21%20Larkfield%20Road&ll=51.4412,-2.5986',
  'https://maps.apple.com/place?coordinate=51.4412,-2.5986&name=Larkfield',
  'https://www.openstreetmap.org/?mlat=51.4412&mlon=-2.5986#map=17/51.44/-2.59',
  'https://www.openstreetmap.org/#map=17/51.4412/-2.5986',
  'https://www.bing.com/maps?cp=51.4412~-2.5986&lvl=17',
])('a map link tells where a venue is: %s', mapUrl => {
  expect(positionOf({ mapUrl, coordinates: '' })).toEqual(hall)
})

test.each([
  '',
  'https://maps.app.goo.gl/5mYxJ3qk7Ld2',
  'https://w3w.co/filled.count.soap',
  'https://www.google.com/maps/place/@151.4412,-2.5986,17z',
  'not a link, 51.4412,-2.5986',
])('a link without coordinates gives no position: %s', mapUrl => {
  expect(positionOf({ mapUrl, coordinates: '' })).toBeUndefined()
})

test('typed coordinates outweigh those of the link', () => {
  const mapUrl = 'https://www.google.com/maps?q=50,0'
  expect(positionOf({ mapUrl, coordinates: '51.4412, -2.5986' })).toEqual(hall)
})

test.each([
  ['51.4412, -2.5986', hall],
  [' (51.4412,-2.5986) ', hall],
  ['51.4412 -2.5986', hall],
  ['51.4412', undefined],
  ['91, 0', undefined],
  ['0, 181', undefined],
  ['BS3 1QY', undefined],
])('coordinates are read as they are copied from a map: %s', (typed, read) => {
  expect(readCoordinates(typed)).toEqual(read)
})
