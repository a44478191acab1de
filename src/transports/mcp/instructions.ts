/** What an agent reads about the tools as a whole when it connects. */
export const INSTRUCTIONS = [
  'Boundaries of the world: find a place by name (search_boundaries) or by point (reverse_boundaries), then pass its id to the other tools.',
  'For an area described in words that is more than one named place, use create_area. Show results with show_map.',
  'Points are [lon, lat]. Polygons are large: answers give a file instead (download_url), and detail is low unless you ask for more.',
].join('\n')
