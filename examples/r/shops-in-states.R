# The state of each shop, by sf. Reads shops.csv and states.gpkg.

library(sf)

shops <- st_as_sf(read.csv("shops.csv"), coords = c("lon", "lat"), crs = 4326)
states <- st_read("states.gpkg", quiet = TRUE)["name"]

# On a plane of longitude and latitude, as in the file: st_intersects also finds the shops on a border, in the states on both sides.
invisible(suppressMessages(sf_use_s2(FALSE)))
found <- suppressMessages(st_join(shops, states, join = st_intersects))
cat(sprintf("%s: %s\n", found$shop, ifelse(is.na(found$name), "in no state", found$name)), sep = "")
