package words

import "strings"

// list holds 256 words, so that each one drawn is worth exactly 8 bits.
var list = strings.Fields(`
	acid acorn actor agenda album alley almond amber anchor angle ankle apple april apron arch arena
	arrow artist ash atlas attic autumn axis badge bagel baker bamboo banjo barley barrel basil basket
	beach beacon bean bear beard beaver bell bench berry birch bishop blanket blossom board boat bonus
	book boot border bottle boulder bowl branch brass bread breeze brick bridge bronze brook broom brush
	bucket bugle butter button cabin cable cactus camel camera canal candle canoe canvas canyon carbon
	carpet carrot castle cedar cellar cello chalk charm cheese cherry chess chimney cider cinema circle
	citrus clay cliff clock cloud clover coast cobalt coffee comet compass copper coral cotton cradle
	crane crayon cricket crown crystal cube curtain cycle daisy dance dawn delta desert diary dinner
	dock dolphin domino donkey door dragon drum duck dune eagle earth easel echo elbow elm ember engine
	envelope falcon feather fern ferry fiddle field fig finch fjord flag flint flute fog forest fork
	fossil fountain fox frost galaxy garden garlic gate ginger glacier globe glove goose grain granite
	grape gravel grove guitar hammer harbor harp hazel hedge helmet heron hill honey horizon hotel husk
	iceberg igloo indigo iris iron island ivory ivy jacket jaguar jasmine jelly jewel juniper kayak
	kernel kettle kiosk kite koala ladder lagoon lake lamp lantern larch lemon lentil lilac lily linen
	lobster lotus magnet mango maple marble meadow melon mint mirror moon moss motor mountain mule
	museum needle nest north nut oak oasis oat ocean olive onion opal orbit orchid otter owl oyster
	paddle palm panda paper parcel
`)
